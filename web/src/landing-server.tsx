import { renderToString } from 'react-dom/server';
import { LandingPage } from './features/landing/landing-page.tsx';

export const renderLanding = () => renderToString(<LandingPage />);
