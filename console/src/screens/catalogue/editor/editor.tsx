import type { CatalogueContentInput as Content } from '@exam/contract/staff';
import type { Problem } from '@exam/contract/client';
import { fieldMessage } from '@exam/contract/messages';
import { useLanguage } from '@exam/ui/i18n';
import { useCallback, useState } from 'react';
import { useCatalogueChoices } from '../choices.ts';
import type { Marks } from './fields.tsx';
import { BodyFields } from './body-fields.tsx';
import { LineFields } from './line-fields.tsx';
import { ProductFields } from './product-fields.tsx';
import { SubjectFields } from './subject-fields.tsx';

/** What is typed of a line, product, subject or awarding body before it is saved. */
export type Typed = {
  content: Content;
  set: (change: object) => void;
  /** Whether every number can be read. */
  isWhole: boolean;
  setBroken: (path: string, isBroken: boolean) => void;
};

/** Keeps what is typed, beginning with what is there. */
export function useTyped(initial: Content): Typed {
  const [content, setContent] = useState(initial);
  const [broken, setBrokenPaths] = useState<readonly string[]>([]);
  const set = useCallback((change: object) => setContent((before) => ({ ...before, ...change })), []);
  const setBroken = useCallback(
    (path: string, isBroken: boolean) =>
      setBrokenPaths((paths) => {
        if (paths.includes(path) === isBroken) return paths;
        return isBroken ? [...paths, path] : paths.filter((each) => each !== path);
      }),
    [],
  );
  return { content, set, isWhole: broken.length === 0, setBroken };
}

const fixed: Readonly<Record<Content['kind'], readonly string[]>> = {
  line: ['code'],
  product: ['code', 'category'],
  subject: ['code', 'productId'],
  body: ['code'],
};

/** The fields of whatever it is, with what the server says of each. */
export function Editor(props: {
  typed: Typed;
  isPublished: boolean;
  isReadOnly: boolean;
  /** What is missing before it can be published, by field. */
  problems: readonly { field: string; message: string }[];
  /** What the last try to save was refused for. */
  refusal: Problem | null;
}) {
  const { typed, problems, refusal } = props;
  const { content, set } = typed;
  const { language } = useLanguage();
  const choices = useCatalogueChoices();
  const marks: Marks = {
    errorOf: (path) => {
      const entry = Object.entries(refusal?.fields ?? {}).find(([field]) =>
        isAt(field.replace(/^content\./, ''), path),
      );
      if (entry !== undefined) return fieldMessage(language, entry[1]);
      return problems.find(({ field }) => isAt(field, path))?.message;
    },
    isFixed: (field) => props.isPublished && fixed[content.kind].includes(field),
    setBroken: typed.setBroken,
    isReadOnly: props.isReadOnly,
  };
  const shared = { set, marks, choices };
  if (content.kind === 'line') return <LineFields {...shared} content={content} />;
  if (content.kind === 'body') return <BodyFields {...shared} content={content} />;
  if (content.kind === 'product') return <ProductFields {...shared} content={content} />;
  return <SubjectFields {...shared} content={content} />;
}

/** Lists are told of as a whole: what is wrong in a row of `fees.tierFees` is above them all. */
function isAt(field: string, path: string): boolean {
  return field === path || ((path === 'fees.tierFees' || path === 'fees.lateStages') && field.startsWith(`${path}.`));
}
