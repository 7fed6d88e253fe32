/** What this browser remembers. Some let no page keep anything: then it is forgotten with the page, or with the browser. */
class Drawer {
  readonly #here = new Map<string, string>();

  constructor(
    private readonly storage: () => Storage,
    private readonly instead: { get(name: string): string | null; set(name: string, value: string): void } | null,
  ) {}

  get(name: string): string | null {
    try {
      return this.storage().getItem(name);
    } catch {
      return this.#here.get(name) ?? this.instead?.get(name) ?? null;
    }
  }

  set(name: string, value: string): void {
    try {
      this.storage().setItem(name, value);
    } catch {
      this.#here.set(name, value);
      this.instead?.set(name, value);
    }
  }

  names(): string[] {
    try {
      return Object.keys(this.storage());
    } catch {
      return [...this.#here.keys()];
    }
  }

  remove(name: string): void {
    try {
      this.storage().removeItem(name);
    } catch {
      this.#here.delete(name);
    }
  }
}

const SHORT = 100; // every request carries them

/** Kept until the browser is closed, as the seats of a guest need it to be: the next page is another one. */
const cookies = {
  get(name: string): string | null {
    const found = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
    return found === undefined ? null : decodeURIComponent(found.slice(name.length + 1));
  },
  set(name: string, value: string): void {
    if (value.length <= SHORT) document.cookie = `${name}=${encodeURIComponent(value)}; SameSite=Strict`;
  },
};

export const forGood = new Drawer(() => localStorage, cookies);
export const forThisTab = new Drawer(() => sessionStorage, null);
