// A count that goes up every so many seconds while the page can be seen.
import { useEffect, useState } from "preact/hooks";

export function useAgain(seconds) {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setCount((before) => before + 1), seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds]);
  return count;
}
