import * as z from 'zod/mini';
import { checkEmail } from '../rules/emails.ts';
import { isRealDate } from '../rules/china-date.ts';
import { entryRules, formRefusals, splitList } from './entries.ts';
import type { EntryKind, FormRefusal } from './entries.ts';

interface Asked {
  /** A field is required unless it says so. */
  optional?: true;
  /** Asked only when a choice before it includes an option; otherwise there is no answer to it. */
  when?: { field: string; includes: string };
}

/** The ten kinds of field a registration form is made of (spec 2-rules 3). */
export type Field = Asked &
  (
    | { kind: 'text'; max: number }
    | { kind: 'email' }
    | { kind: 'month' }
    /** `notBefore` names the date it may not precede. */
    | { kind: 'date'; notBefore?: string }
    /** Exactly one code. */
    | { kind: 'code'; entry: EntryKind }
    | { kind: 'file'; max: number }
    | { kind: 'list'; entry: EntryKind; max: number }
    | { kind: 'choice'; options: readonly string[]; max: number }
    | { kind: 'confirm' }
    | { kind: 'yesNoWithReason'; max: number }
  );
export type FieldKind = Field['kind'];
export type Fields = Readonly<Record<string, Field>>;

/** An answer that needs an explanation when it is yes. */
export interface YesNoWithReason {
  yes: boolean;
  reason?: string;
}

interface Values {
  text: string;
  email: string;
  /** `yyyy-mm` */
  month: string;
  /** `yyyy-mm-dd` */
  date: string;
  code: string;
  /** Ids of uploaded attachments. */
  file: string[];
  list: string[];
  choice: string[];
  confirm: true;
  yesNoWithReason: YesNoWithReason;
}
type MayBeMissing = { optional: true } | { when: object };
type NamesWhere<F extends Fields, Missing extends boolean> = {
  [Name in keyof F]: F[Name] extends MayBeMissing
    ? Missing extends true
      ? Name
      : never
    : Missing extends true
      ? never
      : Name;
}[keyof F];
/** The answers a set of fields accepts, normalised. What is optional or was not asked is missing. */
export type AnswersOf<F extends Fields> = { [Name in NamesWhere<F, false>]: Values[F[Name]['kind']] } & {
  [Name in NamesWhere<F, true>]?: Values[F[Name]['kind']] | undefined;
};

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>;

const refusal = (code: FormRefusal) => code;
const missing = (issue: { input?: unknown }): string =>
  issue.input === undefined || issue.input === null ? refusal('REQUIRED_FIELD') : refusal('INVALID_FORMAT');
const string = () => z.string({ error: missing });
const listOf = (entry: z.ZodMiniType<string>, max: number, tooMany: FormRefusal) =>
  z.array(entry, { error: missing }).check(z.minLength(1, refusal('REQUIRED_FIELD')), z.maxLength(max, tooMany));

type EntryRule = { pattern: RegExp; refusal: FormRefusal; severalRefusal?: FormRefusal };
const ruleOfEntry = (entry: EntryKind): EntryRule => entryRules[entry];

/** The Zod rule of every kind; a kind without one does not compile. */
const rules: { [K in FieldKind]: (field: FieldOf<K>) => z.ZodMiniType } = {
  text: (field) =>
    string().check(z.trim(), z.minLength(1, refusal('REQUIRED_FIELD')), z.maxLength(field.max, refusal('TOO_LONG'))),
  email: () =>
    z.pipe(
      string(),
      z.transform((typed, context) => {
        const checked = checkEmail(typed);
        if (checked.ok) return checked.email;
        context.issues.push({ code: 'custom', message: refusal('INVALID_FORMAT'), input: typed });
        return z.NEVER;
      }),
    ),
  month: () => string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, refusal('INVALID_FORMAT'))),
  date: () => string().check(z.refine(isRealDate, refusal('INVALID_FORMAT'))),
  code: (field) => {
    const { pattern, refusal: wrong, severalRefusal = wrong } = ruleOfEntry(field.entry);
    const isOne = (typed: string) => pattern.test(typed) || splitList(typed.replaceAll('/', ' ')).length < 2;
    return z.pipe(
      z.transform(codeOf),
      string().check(z.refine(isOne, { error: severalRefusal, abort: true }), z.regex(pattern, wrong)),
    );
  },
  file: (field) => listOf(z.uuid({ error: refusal('INVALID_FORMAT') }), field.max, 'TOO_MANY_FILES'),
  list: (field) => {
    const { pattern, refusal: wrong } = ruleOfEntry(field.entry);
    return z.pipe(
      z.transform(entriesOf),
      listOf(string().check(z.regex(pattern, wrong)), field.max, 'TOO_MANY_ENTRIES'),
    );
  },
  choice: (field) =>
    listOf(
      string().check(z.refine((option) => field.options.includes(option), refusal('INVALID_FORMAT'))),
      field.max,
      'TOO_MANY_ENTRIES',
    ),
  confirm: () => z.literal(true, { error: refusal('CONFIRMATION_REQUIRED') }),
  yesNoWithReason: (field) =>
    z
      .strictObject(
        {
          yes: z.boolean({ error: missing }),
          reason: z.optional(string().check(z.trim(), z.maxLength(field.max, refusal('TOO_LONG')))),
        },
        { error: missing },
      )
      .check(
        z.refine(({ yes, reason }) => !yes || Boolean(reason), { error: refusal('REASON_REQUIRED'), path: ['reason'] }),
      ),
};

/**
 * The schema of a form's answers: every field by the rule of its kind, unknown keys refused. Messages are `FormRefusal` codes. Blank text
 * and an empty list count as not answered.
 */
export function schemaOf<F extends Fields>(fields: F): z.ZodMiniType<AnswersOf<F>> {
  const shape = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOfField(field)]));
  const schema: z.ZodMiniType = z.strictObject(shape);
  // The shape is built at run time from `fields`; AnswersOf says the same of it to the compiler.
  return schema as z.ZodMiniType<AnswersOf<F>>;
}

/** Answers that may be stored, or what is wrong with them by path: `accaNumbers.3`. */
export type AnswerCheck<F extends Fields> =
  | { ok: true; answers: AnswersOf<F> }
  | { ok: false; fields: Record<string, FormRefusal> };

/** The fields that are asked given these answers: without those whose condition is not met. */
export function askedFields(fields: Fields, answers: Readonly<Record<string, unknown>>): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, { when }]) => when === undefined || isMet(when, answers)),
  );
}

/** Checks and normalises answers, in the browser on leaving a field and on the server at submission alike. */
export function checkAnswers<F extends Fields>(fields: F, answers: unknown): AnswerCheck<F> {
  const given = recordOf(answers);
  const asked = given === null ? fields : askedFields(fields, given);
  const parsed = z.safeParse(schemaOf(asked), given === null ? answers : withoutUnasked(fields, asked, given));
  const refused = parsed.success ? {} : refusedPaths(parsed.error.issues);
  for (const name of given === null ? [] : endsBeforeStart(asked, given)) refused[name] ??= 'END_BEFORE_START';
  if (!parsed.success || Object.keys(refused).length > 0) return { ok: false, fields: refused };
  // What is not asked is missing from the answers, as AnswersOf has it.
  return { ok: true, answers: parsed.data as AnswersOf<F> };
}

/** The ids of every file that answers hold, over all their fields of files. */
export function filesIn(fields: Fields, answers: Readonly<Record<string, unknown>>): string[] {
  const names = Object.keys(fields).filter((name) => fields[name]?.kind === 'file');
  return names.flatMap((name) => {
    const ids = answers[name];
    return Array.isArray(ids) ? ids.filter((id): id is string => typeof id === 'string') : [];
  });
}

function isMet(when: NonNullable<Field['when']>, answers: Readonly<Record<string, unknown>>): boolean {
  const chosen = answers[when.field];
  return Array.isArray(chosen) && chosen.includes(when.includes);
}

function recordOf(answers: unknown): Readonly<Record<string, unknown>> | null {
  return typeof answers === 'object' && answers !== null && !Array.isArray(answers) ? { ...answers } : null;
}

/** What was answered while a field was asked, and is not any longer, does not count. */
function withoutUnasked(fields: Fields, asked: Fields, answers: Readonly<Record<string, unknown>>): object {
  const isKept = (name: string) => Object.hasOwn(asked, name) || !Object.hasOwn(fields, name);
  return Object.fromEntries(Object.entries(answers).filter(([name]) => isKept(name)));
}

function refusedPaths(issues: readonly z.core.$ZodIssue[]): Record<string, FormRefusal> {
  const refused: Record<string, FormRefusal> = {};
  for (const issue of issues) {
    const at = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) refused[[...at, key].join('.')] ??= 'UNKNOWN_FIELD';
    } else {
      refused[at.join('.')] ??= isFormRefusal(issue.message) ? issue.message : 'INVALID_FORMAT';
    }
  }
  return refused;
}

/** The names of the dates that lie before the one they may not precede. */
function endsBeforeStart(fields: Fields, answers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind !== 'date' || field.notBefore === undefined) return [];
    const [end, start] = [answers[name], answers[field.notBefore]];
    const areDates = typeof end === 'string' && typeof start === 'string' && isRealDate(end) && isRealDate(start);
    return areDates && end < start ? [name] : [];
  });
}

function schemaOfField(field: Field): z.ZodMiniType {
  const rule = ruleOf(field);
  return z.pipe(z.transform(blankIsMissing), field.optional ? z.optional(rule) : rule);
}

// One case a kind lets the compiler see that the rule and the field are of the same kind.
function ruleOf<K extends FieldKind>(field: FieldOf<K> & { kind: K }): z.ZodMiniType {
  return rules[field.kind](field);
}

function blankIsMissing(value: unknown): unknown {
  const isBlank = (typeof value === 'string' && value.trim() === '') || (Array.isArray(value) && value.length === 0);
  return value === null || isBlank ? undefined : value;
}

function codeOf(value: unknown): unknown {
  return typeof value === 'string' ? value.normalize('NFKC').trim().toUpperCase() : value;
}

function entriesOf(value: unknown): unknown {
  if (typeof value === 'string') return splitList(value);
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string')
    ? splitList(value.join('\n'))
    : value;
}

const knownCodes: readonly string[] = formRefusals;

function isFormRefusal(message: string): message is FormRefusal {
  return knownCodes.includes(message);
}
