/** The sign for a name where there is little room: its first letter, and the number of those who share it. */
export const initial = (name: string): string => name.slice(0, 1) + (/ (\d+)$/.exec(name)?.[1] ?? "");
