/** Files of a conversation: pictures are shown, everything else is offered for saving. */
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import type { Answer } from '../api/chatApi';
import { saveFile } from '../client/saveFile';
import { useText } from '../intl/text';
import { Modal } from '../ui/dialog/Modal';
import { Icon } from '../ui/display/Icon';
import { Spinner } from '../ui/display/Spinner';
import { ChatIcon } from './ChatIcon';

/** Fetches a file with the viewer's credential. */
export type FileSource = (path: string) => Promise<Answer<Blob>>;

const NO_SOURCE: FileSource = () => Promise.resolve({ error: { code: 'NO_DATA', status: 404 } });

const Source = createContext<FileSource>(NO_SOURCE);

export function ChatFiles({ source, children }: { source: FileSource; children: ReactNode }) {
  return <Source value={source}>{children}</Source>;
}

/** What a browser shows as a picture and nothing else. */
const PICTURE_TYPES = new Set(['image/png', 'image/jpeg', 'image/gif']);

type Loaded = { phase: 'loading' } | { phase: 'failed' } | { phase: 'shown'; address: string };

/** An address for a picture, of this device or of the server. */
function usePicture(path: string, file: File | null): Loaded & { retry: () => void } {
  const source = useContext(Source);
  const [loaded, setLoaded] = useState<Loaded>({ phase: 'loading' });
  const [attempt, setAttempt] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt is another reading.
  useEffect(() => {
    let isCurrent = true;
    let address: string | null = null;
    const show = (blob: Blob) => {
      address = URL.createObjectURL(blob);
      setLoaded({ phase: 'shown', address });
    };
    setLoaded({ phase: 'loading' });
    if (file) show(file);
    else {
      source(path).then(({ data }) => {
        if (!isCurrent) return;
        if (data && PICTURE_TYPES.has(data.type)) show(data);
        else setLoaded({ phase: 'failed' });
      });
    }
    return () => {
      isCurrent = false;
      if (address) URL.revokeObjectURL(address);
    };
  }, [source, path, file, attempt]);

  return { ...loaded, retry: () => setAttempt((count) => count + 1) };
}

const FRAME = 'flex h-40 w-56 max-w-full items-center justify-center rounded-control bg-sunken';

interface ChatPictureProps {
  path: string;
  name: string;
  file?: File | null;
}

/** A picture in a frame of fixed size, so that nothing moves when it loads. A press enlarges it. */
export function ChatPicture({ path, name, file = null }: ChatPictureProps) {
  const t = useText();
  const [isLarge, setIsLarge] = useState(false);
  const picture = usePicture(path, file);
  if (picture.phase === 'loading') {
    return (
      <span className={`${FRAME} text-muted`}>
        <Spinner />
      </span>
    );
  }
  if (picture.phase === 'failed') {
    return (
      <button type="button" onClick={picture.retry} className={`${FRAME} flex-col gap-1 text-ink`}>
        <Icon name="refresh" />
        <span className="text-sm">{t('chat.pictureFailed')}</span>
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-label={t('chat.openPicture', { name })}
        onClick={() => setIsLarge(true)}
        className={`${FRAME} overflow-hidden`}
      >
        <img src={picture.address} alt="" className="size-full object-cover" />
      </button>
      {isLarge && (
        <Modal title={name} size="wide" onClose={() => setIsLarge(false)}>
          <img
            src={picture.address}
            alt={t('chat.picture')}
            className="mx-auto max-h-[70dvh] rounded-control object-contain"
          />
        </Modal>
      )}
    </>
  );
}

interface ChatDownloadProps {
  path: string;
  name: string;
  isVideo: boolean;
  file?: File | null;
}

/** A video or another file, which the device opens, never this page. */
export function ChatDownload({ path, name, isVideo, file = null }: ChatDownloadProps) {
  const t = useText();
  const source = useContext(Source);
  const [phase, setPhase] = useState<'idle' | 'busy' | 'failed'>('idle');
  const download = async () => {
    if (phase === 'busy') return;
    setPhase('busy');
    const { data } = file ? { data: file } : await source(path);
    if (data) saveFile(data, name);
    setPhase(data ? 'idle' : 'failed');
  };
  return (
    <button
      type="button"
      onClick={download}
      aria-busy={phase === 'busy' || undefined}
      className="flex min-h-14 w-56 max-w-full items-center gap-3 rounded-control bg-sunken px-3 py-2 text-start text-ink"
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-soft text-accent">
        {phase === 'busy' ? (
          <Spinner />
        ) : isVideo ? (
          <Icon name="play" size={20} />
        ) : (
          <ChatIcon name="file" size={20} />
        )}
      </span>
      <span className="min-w-0">
        <span className="block truncate py-0.5 text-sm font-medium">{name}</span>
        <span className="block text-xs text-muted">
          {t(phase === 'failed' ? 'chat.downloadFailed' : 'chat.download')}
        </span>
      </span>
    </button>
  );
}
