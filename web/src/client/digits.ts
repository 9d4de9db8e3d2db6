/** Thai and Lao keyboards type Thai and Lao digits; the product stores ASCII digits. */

const ZEROS = [0x0e50, 0x0ed0];

/** `๐๘๑` and `໐໘໑` → `081`; everything else stays. */
export function asciiDigits(text: string): string {
  return text.replace(/[\u0e50-\u0e59\u0ed0-\u0ed9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = ZEROS.find((start) => code >= start && code <= start + 9) ?? code;
    return String(code - zero);
  });
}
