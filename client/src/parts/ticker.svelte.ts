/** A beat for whatever shows time: ten a second, and only while a page is looked at. */
class Ticker {
  beat = $state(0);

  constructor() {
    setInterval(() => {
      if (!document.hidden) this.beat += 1;
    }, 100);
  }
}

export const ticker = new Ticker();
