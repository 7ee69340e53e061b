import type { FormFieldWords } from '@exam/contract/forms';
import { useFormats, useMessages } from '@exam/ui/i18n';
import type { ReactNode } from 'react';
import { ownDataWords } from '../../messages/own-data.ts';
import { copyWords } from '../../messages/privacy-copy.ts';
import { ruleWords } from '../../messages/rules.ts';

/**
 * What was kept in one piece, such as the steps of a wizard: each value under its name, as deep as it goes. Names that we have words for
 * are in the reader's language; of the others the name under which it is kept.
 */
export function Nested({ value }: { value: unknown }): ReactNode {
  const opened = readable(value);
  if (Array.isArray(opened))
    return (
      <ul className="grid gap-3">
        {opened.map((each, index) => (
          <li key={index} className="border-l-2 border-line pl-3">
            <Nested value={each} />
          </li>
        ))}
      </ul>
    );
  if (typeof opened === 'object' && opened !== null)
    return (
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {Object.entries(opened)
          .filter(([, each]) => !isNothing(each))
          .map(([name, each]) => (
            <div key={name} className={typeof readable(each) === 'object' ? 'min-w-0 sm:col-span-full' : 'min-w-0'}>
              <dt className="text-sm text-ink-2">
                <Name of={name} />
              </dt>
              <dd className="break-words">
                <Nested value={each} />
              </dd>
            </div>
          ))}
      </dl>
    );
  return <Plain value={opened} />;
}

function Name({ of }: { of: string }): ReactNode {
  const { fields, answers } = useMessages(copyWords);
  const known = new Map<string, string>(Object.entries({ ...answers, ...fields }));
  const asked = new Map<string, FormFieldWords>(Object.entries(useMessages(ruleWords).fields.formFields));
  return known.get(of) ?? asked.get(of)?.label ?? <span translate="no">{of}</span>;
}

function Plain({ value }: { value: unknown }): ReactNode {
  const words = useMessages(ownDataWords).copy;
  const { codes } = useMessages(copyWords);
  const formats = useFormats();
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return value;
  const text = typeof value === 'string' ? value : '';
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formats.instant(text);
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formats.date(text);
  return Object.hasOwn(codes, text) ? codes[text] : <span translate="no">{text}</span>;
}

/** The steps of a wizard carry JSON inside of JSON. */
function readable(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value;
  try {
    const opened: unknown = JSON.parse(value);
    return opened;
  } catch {
    return value;
  }
}

function isNothing(value: unknown): boolean {
  const opened = readable(value);
  if (opened === null || opened === '') return true;
  if (Array.isArray(opened)) return opened.length === 0;
  return typeof opened === 'object' && Object.keys(opened).length === 0;
}
