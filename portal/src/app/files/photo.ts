import { maximumFileBytes } from '@exam/contract/rules';

/** Longest edges and qualities tried in turn until a photo is small enough; the first keeps a page of writing readable. */
const attempts = [
  { edge: 3000, quality: 0.86 },
  { edge: 2200, quality: 0.8 },
  { edge: 1600, quality: 0.7 },
] as const;

const photo = /\.(?:jpe?g|png|webp|heic|heif|avif|gif|bmp)$/i;

/**
 * A photo as it may be sent: JPEG of at most 5 MB, turned as the camera held it. What is no photo, and a JPEG that is small
 * enough, stays as it is; the server draws every JPEG again, so that nothing of the camera's own is kept either way.
 * @returns null when this browser cannot read the photo (HEIC outside Apple's)
 */
export async function asJpeg(file: File): Promise<File | null> {
  const isPhoto = file.type.startsWith('image/') || photo.test(file.name);
  if (!isPhoto || file.size === 0) return file;
  const isFit = /\.jpe?g$/i.test(file.name) && file.size <= maximumFileBytes;
  if (isFit && (await beginsAsJpeg(file))) return file;
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (picture === null) return null;
  try {
    return await smallEnough(picture, `${file.name.replace(/\.[^.]*$/, '')}.jpg`);
  } finally {
    picture.close();
  }
}

/** A telephone or a chat may call another picture `.jpg`. */
async function beginsAsJpeg(file: File): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0xff && second === 0xd8;
}

async function smallEnough(picture: ImageBitmap, name: string): Promise<File | null> {
  for (const { edge, quality } of attempts) {
    const drawn = await drawnAs(picture, edge, quality);
    if (drawn !== null && drawn.size <= maximumFileBytes) return new File([drawn], name, { type: 'image/jpeg' });
  }
  return null;
}

/** The picture on white, for what is see-through would turn black. */
async function drawnAs(picture: ImageBitmap, edge: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, edge / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const paper = canvas.getContext('2d');
  if (paper === null) return null;
  paper.fillStyle = 'white';
  paper.fillRect(0, 0, canvas.width, canvas.height);
  paper.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}
