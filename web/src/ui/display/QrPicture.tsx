interface QrPictureProps {
  /** From `svgAddress`. */
  address: string;
  /** What the code is for. */
  alt: string;
  /** The drawing brings the white margin that readers need. */
  hasMargin?: boolean;
  /** Its size. */
  className: string;
}

/** A QR, always black on white: readers need the contrast in dark looks as well. */
export function QrPicture({ address, alt, hasMargin = false, className }: QrPictureProps) {
  const margin = hasMargin ? 'p-1' : 'p-3';
  return (
    <div className={`w-fit overflow-hidden rounded-card border border-line bg-white ${margin}`}>
      <img src={address} width={224} height={224} alt={alt} className={className} />
    </div>
  );
}
