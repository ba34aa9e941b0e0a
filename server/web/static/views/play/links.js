// The server's links (MXP, in lines that it marks as its own) as links of a terminal (OSC 8).

const SECURE_LINE = /\x1b\[1z([^\n]*)/g;
const MODE = /\x1b\[\d*z/g;
const LINK = /<send href="([^"]*)">([^<]*)<\/send>/g;
const SCHEME = "tarn:";
const SIGNS = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };

export function showLinks(text) {
  return text
    .replace(SECURE_LINE, (_, line) => plain(line.replace(LINK, (_, command, shown) => link(plain(command), shown))))
    .replace(MODE, "");
}

function link(command, shown) {
  return `\x1b]8;;${SCHEME}${encodeURIComponent(command)}\x1b\\${shown}\x1b]8;;\x1b\\`;
}

function plain(marked) {
  return marked.replace(/&(?:lt|gt|quot|amp);/g, (sign) => SIGNS[sign]);
}

// Returns the command of a link of ours; null: it is another's.
export function readCommand(address) {
  return address.startsWith(SCHEME) ? decodeURIComponent(address.slice(SCHEME.length)) : null;
}

// What a room has begins with its kind, which stands apart from the names: in the colour of what is quiet.
const LABELS = /(^|\n)(Things here:|You could use:|Also here:)/g;

export function markLabels(text) {
  return text.replace(LABELS, "$1\x1b[90m$2\x1b[39m");
}
