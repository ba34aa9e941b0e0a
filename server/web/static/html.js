// Markup in template strings: `html` builds elements, and text is only ever text.
import { h } from "preact";
import htm from "htm";

export const html = htm.bind(h);
