import { useEffect, useState } from 'preact/hooks';

/** Has the page's own files kept for use without a network, where it comes from a server that may; calls `onNewer` when a newer version is there. */
async function keepFiles(onNewer: (waiting: ServiceWorker) => void): Promise<void> {
  const registration = await navigator.serviceWorker.register('./service-worker.js', { updateViaCache: 'none' });
  const tell = (): void => {
    // Without a version before there is nothing that this one would take the place of.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) onNewer(registration.waiting);
  };
  tell();
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', tell));
}

/** Keeps the page for use without a network, and says when a newer version is there. It reloads only when the user says so. */
export function NewVersion() {
  const [waiting, setWaiting] = useState<ServiceWorker | null>(null);
  useEffect(() => {
    if (import.meta.env.MODE !== 'production' || !('serviceWorker' in navigator)) return;
    // After the page's own first work; without the files at hand the page needs its server, as before.
    const timer = setTimeout(() => void keepFiles(setWaiting).catch(() => undefined), 1500);
    return () => clearTimeout(timer);
  }, []);
  if (waiting === null) return null;
  const reload = (): void => {
    navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
    waiting.postMessage({ type: 'SKIP_WAITING' });
  };
  return (
    <div class="new-version" role="status">
      <p>A new version of this page is ready. Download what you want to keep first: a reload closes the file.</p>
      <p class="buttons">
        <button type="button" onClick={reload}>
          Reload now
        </button>
        <button type="button" onClick={() => setWaiting(null)}>
          Later
        </button>
      </p>
    </div>
  );
}
