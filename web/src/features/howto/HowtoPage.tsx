import { useId, useState } from 'react';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { classNames } from '../../ui/display/classNames';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { TopicSteps } from './TopicSteps';
import { TOPICS, type Topic } from './topics';

/** The topics as one list; each opens at its place, one at a time. */
export default function HowtoPage() {
  const t = useText();
  useTitle(t('nav.howto'));
  const [open, setOpen] = useState<Topic['topic'] | null>(null);
  return (
    <div className="mx-auto w-full max-w-2xl">
      <h1 className="text-2xl font-bold">{t('nav.howto')}</h1>
      <p className="mt-1 mb-4 text-muted">{t('howto.lead')}</p>
      <Card flush className="divide-y divide-line overflow-hidden">
        {TOPICS.map((topic) => (
          <TopicRow
            key={topic.topic}
            topic={topic}
            isOpen={open === topic.topic}
            onToggle={() => setOpen(open === topic.topic ? null : topic.topic)}
          />
        ))}
      </Card>
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
      <section id={id} aria-label={t(title)} hidden={!isOpen}>
        {isOpen && <TopicSteps {...topic} />}
      </section>
    </div>
  );
}
