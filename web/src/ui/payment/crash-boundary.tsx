import { GENERAL, PAYMENT } from '@lading/contract/messages.ts';
import { Component, type ReactNode } from 'react';
import { Button } from '../button.tsx';
import { InlineAlert } from '../inline-alert.tsx';

interface CrashBoundaryProps {
  children: ReactNode;
  onRetry: () => void;
  onCancel: () => void;
}

/** Keeps a crash of the card form from taking down the page and its unsaved input. */
export class CrashBoundary extends Component<CrashBoundaryProps, { crashed: boolean }> {
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
      <div className="mt-5 grid gap-5">
        <InlineAlert tone="bad">{GENERAL.crash}</InlineAlert>
        <div className="grid gap-3">
          <Button
            size="lg"
            onClick={() => {
              this.props.onRetry();
              this.setState({ crashed: false });
            }}
          >
            Try again
          </Button>
          <Button variant="ghost" onClick={this.props.onCancel}>
            {PAYMENT.cancel}
          </Button>
        </div>
      </div>
    );
  }
}
