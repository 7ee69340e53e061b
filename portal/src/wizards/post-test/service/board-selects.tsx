import { SelectField } from '@exam/ui/form';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { productLines, useNames, type Product } from '../../../app/catalogue.ts';
import { postTestWizardWords } from '../../../messages/post-test-wizard.ts';

/** Awarding body and product. Choosing another product says first what that means. */
export function BoardSelects(props: { product: Product; code: string; onCode: (code: string) => void }) {
  const { product, code, onCode } = props;
  const { language } = useLanguage();
  const words = useMessages(postTestWizardWords).service;
  const { nameOf } = useNames();
  const lines = useQuery(productLines(language));
  const offered = (lines.data ?? [])
    .flatMap((line) => line.products)
    .filter(({ category, access }) => category === 'PostTest' && access === 'open');
  const products = offered.some((each) => each.code === product.code) ? offered : [product, ...offered];
  const boardOf = (each: Product) => each.awardingBodyName ?? nameOf(each);
  const chosen = products.find((each) => each.code === code) ?? product;
  const boards = [...new Set(products.map(boardOf))];
  return (
    <>
      <SelectField
        label={words.board}
        placeholder={null}
        value={boardOf(chosen)}
        options={boards.map((board) => ({ value: board, label: board }))}
        onChange={(event) => onCode(products.find((each) => boardOf(each) === event.target.value)?.code ?? code)}
      />
      <SelectField
        label={words.product}
        placeholder={null}
        value={chosen.code}
        options={products
          .filter((each) => boardOf(each) === boardOf(chosen))
          .map((each) => ({ value: each.code, label: nameOf(each) }))}
        onChange={(event) => onCode(event.target.value)}
      />
      {code !== product.code && <Notice live>{words.otherProduct(nameOf(chosen))}</Notice>}
    </>
  );
}
