interface QrPictureProps {
  /** From `svgAddress`. */
  address: string;
  /** What the code is for. */
  alt: string;
  /** The drawing brings the white margin that readers need. */
  hasMargin?: boolean;
  /** It lies on a white card that has its own edge. */
  isBare?: boolean;
  /** Its size. */
  className: string;
}

/** A QR, always black on white: readers need the contrast in dark looks as well. */
export function QrPicture(props: QrPictureProps) {
  const { address, alt, hasMargin = false, isBare = false, className } = props;
  const frame = isBare
    ? ''
    : `overflow-hidden rounded-card border border-line ${hasMargin ? 'p-1' : 'p-3'}`;
  return (
    <div className={`w-fit bg-white ${frame}`}>
      <img src={address} width={224} height={224} alt={alt} className={className} />
    </div>
  );
}
