import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import { useNames, type ProductLine } from '../../app/catalogue.ts';
import { useSavedDrafts } from '../../app/draft/saved-draft.ts';
import { useSession } from '../../app/session/session.ts';
import { homeWords } from '../../messages/home.ts';

/**
 * One line under the search that is always there, so that nothing moves: a way to all exams, or, when the signed-in person has a
 * registration in progress on the server, the way back into it.
 */
export function ResumeStrip({ lines }: { lines: readonly ProductLine[] | null }) {
  const words = useMessages(homeWords);
  const { nameOf } = useNames();
  const { isLogin } = useSession();
  const [draft] = useSavedDrafts(isLogin).drafts;
  const product = lines?.flatMap((line) => line.products).find((each) => each.code === draft?.product);
  const target = draft
    ? {
        href: `/exam-registration?product=${encodeURIComponent(draft.product)}&resume=1`,
        label: words.resume(product ? nameOf(product) : ''),
      }
    : { href: '/exam-all', label: words.allExams };
  return (
    <p className="mt-4 min-h-12">
      <Link className="hero-link inline-flex min-h-11 items-center font-bold" href={target.href}>
        {target.label}
        <span aria-hidden="true" className="ml-1.5">
          →
        </span>
      </Link>
    </p>
  );
}
