interface ShortTextProps {
  /** What is seen: the first word of the name. */
  shown: string;
  /** The whole name, for who cannot see what is around it. */
  name: string;
}

/** The text of a button that is short because of what is around it. */
export function ShortText({ shown, name }: ShortTextProps) {
  return (
    <>
      <span aria-hidden="true">{shown}</span>
      <span className="sr-only">{name}</span>
    </>
  );
}
