declare module "subset-font" {
  export type Axis = number | { min: number; max: number };
  interface Options {
    targetFormat: "woff2" | "truetype";
    variationAxes?: Record<string, Axis>;
    keepFeatures?: string[];
    noHinting?: boolean;
  }
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
