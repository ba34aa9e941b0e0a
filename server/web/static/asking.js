// Asks the interface again and again while something is shown; at once when the path changes.
import { useEffect, useState } from "preact/hooks";
import { request } from "tarn/session.js";

export function useAnswer(path, seconds = 20) {
  const [data, setData] = useState(null);
  const [error, setError] = useState("");
  useEffect(() => {
    let timer = null;
    const stop = new AbortController();
    const ask = async () => {
      try {
        setData(await request(path, { signal: stop.signal }));
        setError("");
      } catch (failure) {
        if (!stop.signal.aborted) setError(failure.message);
      }
      if (!stop.signal.aborted) timer = setTimeout(ask, seconds * 1000);
    };
    ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [path, seconds]);
  return [data, error];
}
