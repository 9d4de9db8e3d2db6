import { useId, useState } from 'react';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { useIsDesktop } from '../../ui/display/useIsDesktop';
import { useTitle } from '../../ui/display/useTitle';
import { HelpCard } from './HelpCard';
import { TopicSteps } from './TopicSteps';
import { TOPICS, type Topic } from './topics';

/** The topics as one list, one open at a time, and the way to ask. */
export default function HowtoPage() {
  const t = useText();
  useTitle(t('nav.howto'));
  // Where there is room, the first answer shows what the others hold; a phone shows all topics.
  const first = useIsDesktop() ? (TOPICS[0]?.topic ?? null) : null;
  const [open, setOpen] = useState<Topic['topic'] | null>(first);
  return (
    <div className="@container mx-auto w-full max-w-2xl lg:max-w-none">
      <h1 className="text-2xl font-bold">{t('nav.howto')}</h1>
      <p className="mt-1 mb-4 text-muted">{t('howto.lead')}</p>
      <div className="space-y-4 @3xl:grid @3xl:grid-cols-3 @3xl:items-start @3xl:gap-5 @3xl:space-y-0">
        <Card flush className="divide-y divide-line overflow-hidden @3xl:col-span-2">
          {TOPICS.map((topic) => (
            <TopicRow
              key={topic.topic}
              topic={topic}
              isOpen={open === topic.topic}
              onToggle={() => setOpen(open === topic.topic ? null : topic.topic)}
            />
          ))}
        </Card>
        <HelpCard />
      </div>
    </div>
  );
}

interface TopicRowProps {
  topic: Topic;
  isOpen: boolean;
  onToggle: () => void;
}

function TopicRow({ topic, isOpen, onToggle }: TopicRowProps) {
  const t = useText();
  const id = useId();
  const { icon, tint, title, lead } = topic;
  return (
    <div>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={onToggle}
          className="flex w-full items-center gap-4 p-4 text-start hover:bg-sunken focus-visible:-outline-offset-2"
        >
          <span
            className={classNames(
              'flex size-12 shrink-0 items-center justify-center rounded-control',
              tint,
            )}
          >
            <Icon name={icon} />
          </span>
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{t(title)}</span>
            <span className="block text-sm text-muted">{t(lead)}</span>
          </span>
          <Icon
            name="chevronDown"
            size={20}
            className={classNames(
              'shrink-0 text-muted transition-transform',
              isOpen && 'rotate-180',
            )}
          />
        </button>
      </h2>
      <section id={id} aria-label={t(title)} hidden={!isOpen} className="@container">
        {isOpen && <TopicSteps {...topic} />}
      </section>
    </div>
  );
}
