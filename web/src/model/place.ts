/** Places on the table are JSON pointers into the view; every drawn place carries its own as `data-at`. */

export function parse(pointer: string): string[] {
  return pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Whether a place is another, or lies inside it. */
export const within = (place: string, outer: string): boolean => place === outer || place.startsWith(`${outer}/`);

/** What is drawn for a place; for one that is not drawn itself, the nearest place around it that is. */
export function drawn(pointer: string, root: ParentNode = document): HTMLElement | SVGElement | null {
  for (let place = pointer; place; place = place.slice(0, place.lastIndexOf("/"))) {
    const found = root.querySelector<HTMLElement | SVGElement>(`[data-at="${CSS.escape(place)}"]`);
    if (found) return found;
  }
  return null;
}
