/** The product's mark: an admission ticket, notched at both sides, ticked. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        fill="#a82a1c"
        d="M4 2h24a2 2 0 0 1 2 2v9a3 3 0 0 0 0 6v9a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2v-9a3 3 0 0 0 0-6V4a2 2 0 0 1 2-2Z"
      />
      <path
        d="m8.5 16.5 5 5 10-11"
        fill="none"
        stroke="#fff"
        strokeWidth="2.6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
