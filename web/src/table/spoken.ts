/** What a part of the table says: the names and texts that a screen reader would find in it, in order. */
export function spoken(part: string | Element): string {
  const root = typeof part === "string" ? document.querySelector(`[data-said="${part}"]`) : part;
  if (!root) return "";
  const found: string[] = [];
  gather(root, found);
  return found.join(". ").replace(/\.{2,}/g, ".");
}

function gather(element: Element, found: string[]): void {
  if (element.getAttribute("aria-hidden") === "true" || element.matches("[data-unsaid]")) return; // what is pressed for the eyes alone
  const short = element.getAttribute("data-spoken"); // the whole of it in one sentence
  if (short !== null) {
    if (short) found.push(short);
    return;
  }
  const label = element.getAttribute("aria-label");
  const leaf = element.matches("button, [role='img'], [role='button'], input");
  if (label) found.push(label);
  if (label && leaf) return;
  for (const child of element.childNodes) {
    if (child.nodeType === Node.TEXT_NODE && child.textContent?.trim()) found.push(child.textContent.trim());
    else if (child instanceof Element && child.tagName !== "STYLE") gather(child, found);
  }
}
