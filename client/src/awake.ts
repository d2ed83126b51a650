/** Keeps the screen awake, as far as the browser allows it here, until what it returns is called. */
export function keepAwake(): () => void {
  const lock = (navigator as Partial<Navigator>).wakeLock;
  return lock ? locked(lock) : playing();
}

/** A browser takes the lock back whenever the page is hidden. */
function locked(lock: WakeLock): () => void {
  let held: WakeLockSentinel | undefined;
  let over = false;
  const ask = async () => {
    if (document.hidden || over) return;
    try {
      const sentinel = await lock.request('screen');
      if (over) await sentinel.release();
      else held = sentinel;
    } catch {
      // A battery that runs low may forbid it.
    }
  };
  void ask();
  document.addEventListener('visibilitychange', ask);
  return () => {
    over = true;
    document.removeEventListener('visibilitychange', ask);
    void held?.release();
  };
}

/** Without TLS there is no lock; but no screen falls asleep over a film, be it one of a single grey pixel. */
function playing(): () => void {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 2;
  const paint = canvas.getContext('2d');
  if (!paint || !('captureStream' in canvas)) return () => undefined;
  const film = document.createElement('video');
  film.className = 'film';
  film.muted = true;
  film.playsInline = true;
  film.setAttribute('aria-hidden', 'true');
  const stream = canvas.captureStream();
  film.srcObject = stream;
  document.body.append(film);
  let shade = 0;
  const timer = setInterval(() => {
    shade = 255 - shade;
    paint.fillStyle = `rgb(${shade} ${shade} ${shade})`;
    paint.fillRect(0, 0, 2, 2);
  }, 1000);
  const start = () => void film.play().catch(() => undefined);
  start();
  // Some browsers start nothing before somebody has touched the page.
  addEventListener('pointerdown', start, { once: true });
  return () => {
    clearInterval(timer);
    removeEventListener('pointerdown', start);
    for (const track of stream.getTracks()) track.stop();
    film.remove();
  };
}
