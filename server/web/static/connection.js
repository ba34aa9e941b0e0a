// The stream of records: connects, comes back after a loss, and goes on where it was.
import { findSession } from "tarn/session.js";

const FIRST_WAIT = 500;
const LONGEST_WAIT = 10000;
const LOGIN_AGAIN = 4401;

export function connect({ onMessage, onState, onLoggedOut }) {
  let socket = null;
  let timer = null;
  let wait = FIRST_WAIT;
  let over = false;
  const last = { stream: "", seq: null };

  function open() {
    timer = null;
    const where = last.seq === null ? "" : `?stream=${last.stream}&after=${last.seq}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    socket = new WebSocket(`${scheme}://${location.host}/api/v1/stream${where}`);
    socket.onopen = () => {
      wait = FIRST_WAIT;
      onState("live");
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.stream) last.stream = message.stream;
      if (message.seq) last.seq = message.seq;
      else if (message.type === "world") last.seq = 0;
      onMessage(message);
    };
    socket.onclose = ({ code }) => {
      if (!over) comeBack(code);
    };
  }

  // A socket stays open for long after the network has gone, and the server's word that it is closed does not come. A
  // server on this very machine answers without any network.
  async function doubt() {
    const doubted = socket;
    const isAnswered = await findSession().then(() => true, () => false);
    if (isAnswered || over || socket !== doubted || socket.readyState !== WebSocket.OPEN) return;
    socket.onclose = null;
    socket.onmessage = null;
    socket.close();
    comeBack();
  }

  function hurry() {
    if (timer === null) return;
    clearTimeout(timer);
    wait = FIRST_WAIT;
    open();
  }

  async function comeBack(code) {
    onState("lost");
    const session = code === LOGIN_AGAIN ? null : await findSession().catch(() => "unknown");
    if (over) return;
    if (session === null) {
      onLoggedOut();
      return;
    }
    timer = setTimeout(open, wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  addEventListener("offline", doubt);
  addEventListener("online", hurry);
  open();
  return () => {
    over = true;
    removeEventListener("offline", doubt);
    removeEventListener("online", hurry);
    clearTimeout(timer);
    socket.close();
  };
}
