import { Navigate } from '@exam/ui/app';
import { useLanguage, useMessages } from '@exam/ui/i18n';
import { LinkButton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { productLines } from '../../../app/catalogue.ts';
import { signInUrl } from '../../../app/session/callback-url.ts';
import { useSession } from '../../../app/session/session.ts';
import { postTestsWords } from '../../../messages/post-tests.ts';
import { Loaded } from '../../../page/loaded.tsx';
import { draftById } from '../post-test-data.ts';

/** `/exam-registration?draft=ID`: finds the draft's product and leads to its wizard. */
export function DraftAddress({ draftId }: { draftId: string }) {
  const { language } = useLanguage();
  const { isLogin } = useSession();
  const words = useMessages(postTestsWords);
  const draft = useQuery({ ...draftById(language, draftId), enabled: isLogin });
  const lines = useQuery(productLines(language));
  if (!isLogin) return <Navigate replace to={signInUrl(`/exam-registration?draft=${draftId}`)} />;
  const toList = <LinkButton href="/candidate/posttestservice">{words.toList}</LinkButton>;
  return (
    <div className="page-width min-h-dvh py-10">
      <Loaded query={draft} isWholePage gone={toList}>
        {({ productId }) => (
          <Loaded query={lines} isWholePage>
            {(all) => {
              const product = all.flatMap((line) => line.products).find(({ id }) => id === productId);
              if (product === undefined) return <Navigate replace to="/candidate/posttestservice?status=Drafts" />;
              const params = new URLSearchParams({ product: product.code, draft: draftId });
              return <Navigate replace to={`/exam-registration?${params.toString()}`} />;
            }}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}
