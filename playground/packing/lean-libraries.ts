import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/** Modules of libraries that this page has no use for: which package imports which, and what stands in their place (`lean/`). */
const replaced: readonly (readonly [importer: string, module: RegExp, by: string])[] = [
  ['/dist/report/pictures/', /^@observablehq\/plot$/, 'plot.js'],
  ['/dist/io/columnar/arrow.js', /^apache-arrow$/, 'arrow.js'],
  ['/node_modules/hyparquet-compressors/', /^\.\/brotli\.js$/, 'no-brotli.ts'],
  ['/node_modules/@observablehq/plot/', /\/projection\.js$/, 'no-projections.ts'],
  ['/node_modules/@observablehq/plot/', /\/schemes\.js$/, 'two-schemes.js'],
  ['/node_modules/@observablehq/plot/', /\/curve\.js$/, 'two-curves.js'],
  ['/node_modules/@observablehq/plot/', /\/(?:tip|pointer)\.js$/, 'no-tips.ts'],
  ['/node_modules/d3/', /^d3-geo$/, 'no-maps.ts'],
  ['/node_modules/d3/', /^d3-scale-chromatic$/, 'no-maps.ts'],
];

/** Classes of curves in d3-shape: bundlers keep them, because what they can do is said outside of them. */
const unusedCurves =
  /^(?:Radial|Basis|Bundle|Cardinal|CatmullRom|LinearClosed|Monotone|ReflectContext|Natural)\w*\.prototype = [^]*?^\}\)?;$/gm;

/** Leaves out of libraries what this page would load in vain: maps, schemes of colours, tips, Brotli, what Arrow has beside tables. A part that is missed ends the build. */
export function leanLibraries(): Plugin {
  return {
    name: 'lean-libraries',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const found = replaced.find(([name, module]) => importer.includes(name) && module.test(source));
      return found === undefined ? null : resolve(import.meta.dirname, 'lean', found[2]);
    },
    transform: {
      filter: { id: /\/node_modules\/d3-shape\// },
      handler: (code) => ({ code: code.replace(unusedCurves, ''), map: null }),
    },
  };
}
