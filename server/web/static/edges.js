// A row that is wider than the window scrolls, and fades at each edge beyond which it goes on.
import { useEffect, useRef } from "preact/hooks";

// For the element that gets what is returned; `findShown` finds what of it is to be in sight at first, and whenever `change` or its width is another.
export function useEdges(findShown, change) {
  const row = useRef(null);
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const look = () => {
      element.toggleAttribute("data-before", element.scrollLeft > 1);
      element.toggleAttribute("data-after", element.scrollWidth - element.clientWidth - element.scrollLeft > 1);
    };
    const show = () => {
      const shown = findShown(element);
      if (shown) element.scrollLeft = shown.offsetLeft - (element.clientWidth - shown.offsetWidth) / 2;
      look();
    };
    const sizes = new ResizeObserver(show);
    for (const each of [element, ...element.children]) sizes.observe(each);
    const parts = new MutationObserver(look);
    parts.observe(element, { childList: true, subtree: true });
    element.addEventListener("scroll", look);
    show();
    return () => {
      sizes.disconnect();
      parts.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [change]);
  return row;
}
