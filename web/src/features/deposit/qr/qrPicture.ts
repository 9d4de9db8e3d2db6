/** The QR of an order as a file. */
const SAVED_SIZE = 1080;
/** Scanners want white around the code. */
const MARGIN = 90;

/** The QR as a PNG: bank apps read pictures from the gallery, and galleries know no SVG. */
export async function qrAsPng(address: string): Promise<Blob> {
  const image = new Image();
  image.src = address;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = SAVED_SIZE;
  canvas.height = SAVED_SIZE;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, SAVED_SIZE, SAVED_SIZE);
  context.imageSmoothingEnabled = false;
  const side = SAVED_SIZE - 2 * MARGIN;
  context.drawImage(image, MARGIN, MARGIN, side, side);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}
