import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asJpeg } from './photo.ts';

const drawing = vi.fn<() => Promise<never>>().mockRejectedValue(new Error('not this browser'));
beforeEach(() => vi.stubGlobal('createImageBitmap', drawing));
afterEach(() => {
  vi.unstubAllGlobals();
  drawing.mockClear();
});

const named = (name: string, ...bytes: number[]) => new File([Uint8Array.from(bytes)], name);

describe('a file that is chosen', () => {
  it('stays as it is when it is a JPEG that is small enough, or no photo at all [R-39]', async () => {
    const files = [named('a.jpg', 0xff, 0xd8, 0xff), named('b.pdf', 0x25, 0x50)];

    expect(await Promise.all(files.map(asJpeg))).toEqual(files);
    expect(drawing).not.toHaveBeenCalled();
  });

  it.each([
    ['a PNG', 0x89, 0x50],
    ['a WebP', 0x52, 0x49],
    ['a picture of an iPhone', 0, 0],
  ])('is drawn anew when it is %s that somebody called .jpg [Q C]', async (_, ...bytes) => {
    expect(await asJpeg(named('a.jpg', ...bytes))).toBeNull();
    expect(drawing).toHaveBeenCalledOnce();
  });
});
