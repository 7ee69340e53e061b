import * as z from 'zod/mini';
import { checkEmail } from '../rules/emails.ts';
import { isRealDate } from '../rules/china-date.ts';
import { entryRules, formRefusals, splitList } from './entries.ts';
import type { EntryKind, FormRefusal } from './entries.ts';

interface Optional {
  /** A field is required unless it says so. */
  optional?: true;
}

/** The nine kinds of field a registration form is made of (spec 2-rules 3). */
export type Field = Optional &
  (
    | { kind: 'text'; max: number }
    | { kind: 'email' }
    | { kind: 'month' }
    | { kind: 'date' }
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
  /** Ids of uploaded attachments. */
  file: string[];
  list: string[];
  choice: string[];
  confirm: true;
  yesNoWithReason: YesNoWithReason;
}
type ValueOf<F extends Field> = F extends { optional: true } ? Values[F['kind']] | undefined : Values[F['kind']];
/** The answers a set of fields accepts, normalised. */
export type AnswersOf<F extends Fields> = { [Name in keyof F]: ValueOf<F[Name]> };

type FieldOf<K extends FieldKind> = Extract<Field, { kind: K }>;

const refusal = (code: FormRefusal) => code;
const missing = (issue: { input?: unknown }): string =>
  issue.input === undefined || issue.input === null ? refusal('REQUIRED_FIELD') : refusal('INVALID_FORMAT');
const string = () => z.string({ error: missing });
const listOf = (entry: z.ZodMiniType<string>, max: number, tooMany: FormRefusal) =>
  z.array(entry, { error: missing }).check(z.minLength(1, refusal('REQUIRED_FIELD')), z.maxLength(max, tooMany));

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
  file: (field) => listOf(z.uuid({ error: refusal('INVALID_FORMAT') }), field.max, 'TOO_MANY_FILES'),
  list: (field) => {
    const { pattern, refusal: wrong } = entryRules[field.entry];
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
 * counts as not answered.
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

/** Checks and normalises answers, in the browser on leaving a field and on the server at submission alike. */
export function checkAnswers<F extends Fields>(fields: F, answers: unknown): AnswerCheck<F> {
  const parsed = z.safeParse(schemaOf(fields), answers);
  if (parsed.success) return { ok: true, answers: parsed.data };
  const refused: Record<string, FormRefusal> = {};
  for (const issue of parsed.error.issues) {
    const at = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) refused[[...at, key].join('.')] ??= 'UNKNOWN_FIELD';
    } else {
      refused[at.join('.')] ??= isFormRefusal(issue.message) ? issue.message : 'INVALID_FORMAT';
    }
  }
  return { ok: false, fields: refused };
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
  return value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value;
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
