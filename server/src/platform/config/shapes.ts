import * as z from 'zod/mini';

/** What a setting is for, in words for whoever runs the product; docs/settings.md shows them. */
type About = {
  what: string;
  /** What holds where it is not set and the value depends on others. */
  unset?: string;
  /** Nobody but the process may read it. */
  isSecret?: true;
};

export const abouts = z.registry<About>();

/** Any words. */
export function phrase(what: string, about: Omit<About, 'what'> = {}) {
  return z
    .optional(z.string().check(z.minLength(1, 'must not be empty'), z.maxLength(10_000, 'is too long')))
    .register(abouts, { what, ...about });
}

/** A place on this machine. A tilde that is still there was in quotation marks: it would make a folder of that name. */
export function folder(what: string, about: Omit<About, 'what'> = {}) {
  const isWhole = (value: string) => value !== '' && !value.startsWith('~');
  return z
    .optional(z.string().check(z.refine(isWhole, 'must be a whole path: nobody has replaced its ~')))
    .register(abouts, { what, ...about });
}

/** Words that nobody but the process may read. */
export const secret = (what: string) => phrase(what, { isSecret: true });

export function port(what: string, fallback: number) {
  return whole(what, fallback, { minimum: 0, maximum: 65_535, hint: 'must be a port number, 0 to 65535' });
}

export function amount(what: string, fallback: number, minimum: number, maximum: number) {
  return whole(what, fallback, { minimum, maximum, hint: `must be a whole number, ${minimum} to ${maximum}` });
}

function whole(what: string, fallback: number, range: { minimum: number; maximum: number; hint: string }) {
  const isWithin = (value: number) => Number.isInteger(value) && value >= range.minimum && value <= range.maximum;
  return z
    ._default(z.pipe(z.string(), z.transform(Number)), fallback)
    .check(z.refine(isWithin, range.hint))
    .register(abouts, { what });
}

/** @param example also says what the address looks like. */
export function address(what: string, protocols: RegExp, example: string, about: Omit<About, 'what'> = {}) {
  const isOne = (value: string) => URL.canParse(value) && protocols.test(new URL(value).protocol);
  return z
    .optional(z.string().check(z.refine(isOne, `must be an address such as ${example}`)))
    .register(abouts, { what: `${what} Such as \`${example}\`.`, ...about });
}

export function choice<const Word extends string>(what: string, words: readonly Word[], fallback: NoInfer<Word>) {
  const named = `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
  return z._default(z.enum(words, `must be ${named}`), fallback).register(abouts, { what: `${what} One of ${named}.` });
}

/** Some of the words, separated by commas. */
export function list(what: string, words: readonly string[], fallback: string) {
  const areWords = (value: string) => value.split(',').every((each) => words.includes(each.trim()));
  return z
    ._default(
      z.string().check(z.refine(areWords, `must be some of ${words.join(', ')}, separated by commas`)),
      fallback,
    )
    .register(abouts, { what: `${what} Some of ${words.join(', ')}, separated by commas.` });
}

/** Words of a form. */
export function text(what: string, fallback: string, form = /^/, hint = '') {
  return z._default(z.string().check(z.regex(form, hint)), fallback).register(abouts, { what });
}
