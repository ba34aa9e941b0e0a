// Asks the interface: again and again while something is shown, or until there is an answer.
import { useEffect, useState } from "preact/hooks";
import { request } from "tarn/session.js";

const LOST_SECONDS = 2;

// The answer at a path, however long the connection is lost; `onLost` is told of it. Throws what the
// server refuses, and when `signal` says that nobody wants the answer any more.
export async function askUntilAnswered(path, signal, onLost = () => null) {
  for (;;) {
    try {
      return await request(path, { signal });
    } catch (failure) {
      if (failure.status || signal.aborted) throw failure;
      onLost(failure.message);
    }
    await new Promise((done) => setTimeout(done, LOST_SECONDS * 1000));
  }
}

// The answer at a path, asked for anew every so many seconds, and at once when the path changes.
export function useAnswer(path, seconds = 20) {
  const [data, setData] = useState(null);
  const [error, setError] = useState("");
  useEffect(() => {
    let timer = null;
    const stop = new AbortController();
    const ask = async () => {
      let wait = seconds;
      try {
        setData(await request(path, { signal: stop.signal }));
        setError("");
      } catch (failure) {
        if (!stop.signal.aborted) setError(failure.message);
        if (!failure.status) wait = LOST_SECONDS;
      }
      if (!stop.signal.aborted) timer = setTimeout(ask, wait * 1000);
    };
    ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [path, seconds]);
  return [data, error];
}
