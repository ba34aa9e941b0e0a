// The client's side of telnet: bytes in, text out, and the answers to what the server asks.

const SE = 240;
const SB = 250;
const WILL = 251;
const WONT = 252;
const DO = 253;
const DONT = 254;
const IAC = 255;

const ECHO = 1;
const GO_AHEAD = 3;
const TERMINAL_TYPE = 24;
const END_OF_RECORD = 25;
const WINDOW_SIZE = 31;
const CHARSET = 42;
const MXP = 91;

const OURS = new Set([TERMINAL_TYPE, WINDOW_SIZE, CHARSET]);
const THEIRS = new Set([ECHO, GO_AHEAD, END_OF_RECORD, CHARSET, MXP]);

// MTTS: the sixteen colours, which both screens show in the page's own, and all letters; and a screen reader.
const ABILITIES = 1 + 4;
const SCREEN_READER = 64;

const LONGEST_BODY = 65536;

export function countAbilities(listens) {
  return ABILITIES + (listens ? SCREEN_READER : 0);
}

// `send` takes bytes, `size` returns [columns, rows], `onHidden` is told whether to show what is typed.
export class Telnet {
  constructor({ send, size, listens, onHidden }) {
    Object.assign(this, { send, size, onHidden });
    this.names = ["TARN-PAGE", "XTERM", `MTTS ${countAbilities(listens)}`];
    this.asked = 0;
    this.on = new Set();
    this.step = this.readText;
    this.decoder = new TextDecoder();
    this.encoder = new TextEncoder();
  }

  receive(bytes) {
    this.text = [];
    for (const byte of bytes) this.step(byte);
    return this.decoder.decode(Uint8Array.from(this.text), { stream: true });
  }

  type(line) {
    this.send(Uint8Array.from([...escaped(this.encoder.encode(line)), 13, 10]));
  }

  resize() {
    if (!this.on.has(`our ${WINDOW_SIZE}`)) return;
    this.tell(WINDOW_SIZE, this.size().flatMap((each) => [each >> 8, each & 255]));
  }

  tell(option, body) {
    this.send(Uint8Array.from([IAC, SB, option, ...escaped(body), IAC, SE]));
  }

  readText(byte) {
    if (byte === IAC) this.step = this.readCommand;
    else this.text.push(byte);
  }

  readCommand(byte) {
    this.step = this.readText;
    if (byte === IAC) this.text.push(byte);
    else if (byte >= WILL && byte <= DONT) this.step = (option) => this.negotiate(byte, option);
    else if (byte === SB) this.step = this.readOption;
  }

  readOption(byte) {
    this.body = [];
    this.option = byte;
    this.step = this.readBody;
  }

  readBody(byte) {
    if (byte === IAC) this.step = this.readEnd;
    else if (this.body.length < LONGEST_BODY) this.body.push(byte);
  }

  readEnd(byte) {
    this.step = byte === SE ? this.readText : this.readBody;
    if (byte === SE) this.answer(this.option, this.body);
    else if (byte === IAC) this.body.push(byte);
  }

  negotiate(verb, option) {
    this.step = this.readText;
    const ours = verb === DO || verb === DONT;
    const wanted = verb === DO || verb === WILL;
    const agreed = wanted && (ours ? OURS : THEIRS).has(option);
    const name = `${ours ? "our" : "their"} ${option}`;
    if (option === ECHO && !ours) this.onHidden(agreed);
    if (wanted ? agreed && this.on.has(name) : !this.on.has(name)) return;
    if (agreed) this.on.add(name);
    else this.on.delete(name);
    const [yes, no] = ours ? [WILL, WONT] : [DO, DONT];
    this.send(Uint8Array.from([IAC, agreed ? yes : no, option]));
    if (agreed && option === WINDOW_SIZE) this.resize();
  }

  answer(option, body) {
    if (option === TERMINAL_TYPE && body[0] === 1) {
      const name = this.names[Math.min(this.asked, this.names.length - 1)];
      this.asked += 1;
      this.tell(option, [0, ...this.encoder.encode(name)]);
    } else if (option === CHARSET && body[0] === 1) {
      this.tell(option, [2, ...this.encoder.encode("UTF-8")]);
    }
  }
}

function escaped(bytes) {
  return [...bytes].flatMap((byte) => (byte === IAC ? [IAC, IAC] : [byte]));
}
