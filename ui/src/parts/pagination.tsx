import { uiWords } from '../messages/index.ts';
import { useMessages } from '../i18n/language.tsx';
import { Button } from './button.tsx';

/**
 * Previous, where we are, next. Nothing when there is one page.
 * @param props.page from 1
 */
export function Pagination({
  page,
  pageCount,
  onPage,
}: {
  page: number;
  pageCount: number;
  onPage: (page: number) => void;
}) {
  const words = useMessages(uiWords);
  if (pageCount <= 1) return null;
  return (
    <nav aria-label={words.pages} className="no-print mt-6 flex items-center justify-center gap-4">
      <Button variant="secondary" disabled={page <= 1} onClick={() => onPage(page - 1)} aria-label={words.previousPage}>
        <span aria-hidden="true">‹</span>
      </Button>
      <output>{words.pageOf({ page, count: pageCount })}</output>
      <Button
        variant="secondary"
        disabled={page >= pageCount}
        onClick={() => onPage(page + 1)}
        aria-label={words.nextPage}
      >
        <span aria-hidden="true">›</span>
      </Button>
    </nav>
  );
}
