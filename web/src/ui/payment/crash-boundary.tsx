import { GENERAL } from '@lading/contract/messages.ts';
import { Component, type ReactNode } from 'react';
import { InlineAlert } from '../inline-alert.tsx';

/** Keeps a crash of the card form from taking down the page and its unsaved input. */
export class CrashBoundary extends Component<{ children: ReactNode }, { crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="mt-5">
        <InlineAlert tone="bad">{GENERAL.crash}</InlineAlert>
      </div>
    );
  }
}
