import { describe, expect, it } from 'vitest';
import { firstStyle } from './first-style.ts';

const page = '<main class="card lg:mt-2 min-h-[60vh] [&amp;>p]:mt-1"><p class="text-lg">A</p></main>';
const kept = (css: string) => firstStyle(css, [page]);

describe('the style inside a page that is written ahead', () => {
  it('has the rules of the classes the page uses, and of no others', () => {
    expect(kept('.card{color:red}.menu{color:#00f}.card .menu{top:0}.menu,.text-lg{left:0}')).toBe(
      '.card{color:red}.menu,.text-lg{left:0}',
    );
  });

  it('knows a class by the name it has in the page', () => {
    const css = String.raw`.lg\:mt-2{top:0}.min-h-\[60vh\]{top:1px}.\[\&\>p\]\:mt-1>p{top:2px}.lg\:mt-3{top:3px}`;
    expect(kept(css)).toBe(String.raw`.lg\:mt-2{top:0}.min-h-\[60vh\]{top:1px}.\[\&\>p\]\:mt-1>p{top:2px}`);
  });

  it('keeps what asks for no class, and what may hold without one', () => {
    const css =
      'h1,[lang]:focus{top:0}.card:not(.menu){left:0}:is(.menu,p){right:0}@font-face{font-family:A;src:url(a)}';
    expect(kept(css)).toBe(
      'h1,[lang]:focus{top:0}.card:not(.menu){left:0}:is(.menu,p){right:0}@font-face{font-family:A;src:url(a)}',
    );
  });

  it('keeps layers and conditions in their order, without the empty ones', () => {
    const css =
      '@layer base,utilities;@layer utilities{@media print{.menu{top:0}}.card{&:hover{top:1px}}}@media print{.menu{top:2px}}';
    expect(kept(css)).toBe('@layer base;@layer utilities{.card{&:hover{top:1px}}}');
  });
});
