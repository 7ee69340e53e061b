import type { Reply } from '@exam/contract/client';
import { useFormats, useLanguage, useMessages } from '@exam/ui/i18n';
import { Tag, Typed } from '@exam/ui/parts';
import { accessLogWords } from '../../messages/access-log.ts';

type Look = Reply<'access.search'>['list'][number];

/** That staff looked at a child's data: when, in which role and why. */
export function LookCard({ look }: { look: Look }) {
  const words = useMessages(accessLogWords);
  const formats = useFormats();
  const record = look.recordCode === null ? words.records[look.recordKind] : look.recordCode;
  return (
    <li className="card p-5">
      <p className="flex flex-wrap items-center gap-2">
        <Tag tone={look.act === 'Opened' ? 'plain' : 'amber'}>{words.acts[look.act]}</Tag>
        <strong className="tabular-nums">{words.at(formats.instant(look.at))}</strong>
      </p>
      <p className="mt-2">
        {look.candidateName === null ? words.someone : <Typed>{look.candidateName}</Typed>} · {record}
      </p>
      <dl className="mt-3 grid gap-3 lg:grid-cols-2">
        <Fact term={words.who}>
          <Whose look={look} />
        </Fact>
        <Fact term={words.seen}>
          {words.purposes[look.purpose]}
          {look.fields.length > 0 && (
            <span className="block text-ink-2">
              {look.fields.map((field) => words.fields[field]).join(words.separator)}
            </span>
          )}
        </Fact>
        <Fact term={words.reason}>{look.reason === null ? words.noReason : <Typed>{look.reason}</Typed>}</Fact>
      </dl>
    </li>
  );
}

function Fact({ term, children }: { term: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-2">{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** The role and the office of whoever looked, never the name. */
function Whose({ look: { roles, offices } }: { look: Look }) {
  const words = useMessages(accessLogWords);
  const isChinese = useLanguage().language === 'zh';
  const known = new Map<string, string>(Object.entries(words.roles));
  const role = roles.flatMap((each) => known.get(each) ?? []).join(words.separator) || words.staff;
  const places = offices.map(({ nameEn, nameZh }) => (isChinese ? nameZh : nameEn)).join(words.separator);
  return (
    <>
      {role}
      <span className="block text-ink-2">{places || words.headOffice}</span>
    </>
  );
}
