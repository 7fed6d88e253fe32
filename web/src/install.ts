/** The page can be installed: its service worker keeps its own files and explains when there is no network. */
interface Policies {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string };
}

export function install(): void {
  if (!("serviceWorker" in navigator)) return;
  const policies = (globalThis as { trustedTypes?: Policies }).trustedTypes;
  // the server's security policy wants to see that this address was meant to be a script
  const trusted = policies?.createPolicy("tilewright", { createScriptURL: (url) => url });
  void navigator.serviceWorker
    .register(trusted ? trusted.createScriptURL("./sw.js") : "./sw.js")
    .catch(() => undefined);
}
