import type { MessageId } from '../../intl/messages';
import type { IconName } from '../../ui/display/Icon';

export interface Topic {
  topic: 'wallet' | 'play' | 'balance' | 'getBonus' | 'endBonus';
  icon: IconName;
  /** The classes of the sign and its ground. */
  tint: string;
  title: MessageId;
  lead: MessageId;
  steps: MessageId;
}

/** The five entries of the how-to page; steps are the lines of one message. */
export const TOPICS: Topic[] = [
  {
    topic: 'wallet',
    icon: 'wallet',
    tint: 'bg-accent-soft text-accent',
    title: 'howto.wallet',
    lead: 'howto.wallet.lead',
    steps: 'howto.wallet.steps',
  },
  {
    topic: 'play',
    icon: 'game',
    tint: 'bg-violet-soft text-violet',
    title: 'howto.play',
    lead: 'howto.play.lead',
    steps: 'howto.play.steps',
  },
  {
    topic: 'balance',
    icon: 'eye',
    tint: 'bg-teal-soft text-teal',
    title: 'howto.balance',
    lead: 'howto.balance.lead',
    steps: 'howto.balance.steps',
  },
  {
    topic: 'getBonus',
    icon: 'gift',
    tint: 'bg-gold-soft text-gold-strong',
    title: 'howto.getBonus',
    lead: 'howto.getBonus.lead',
    steps: 'howto.getBonus.steps',
  },
  {
    topic: 'endBonus',
    icon: 'conditions',
    tint: 'bg-rose-soft text-rose',
    title: 'howto.endBonus',
    lead: 'howto.endBonus.lead',
    steps: 'howto.endBonus.steps',
  },
];
