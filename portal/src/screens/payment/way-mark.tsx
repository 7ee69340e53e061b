import type { PaymentType } from '@exam/contract/entities';

/** A sign for each way of paying in the colour that people know it by, drawn here: the channels' own logos are theirs. */
const marks: Readonly<Partial<Record<PaymentType, { sign: string; colour: string }>>> = {
  ALI_SCANCODE_PAY: { sign: '支', colour: '#1677ff' },
  WEIXIN_SCANCODE_PAY: { sign: '微', colour: '#07a050' },
};

export function WayMark({ way }: { way: PaymentType }) {
  const mark = marks[way];
  if (mark === undefined) return null;
  return (
    <svg aria-hidden="true" width="24" height="24" className="flex-none">
      <rect width="24" height="24" rx="5" fill={mark.colour} />
      <text x="12" y="17" fontSize="14" textAnchor="middle" fill="#fff">
        {mark.sign}
      </text>
    </svg>
  );
}
