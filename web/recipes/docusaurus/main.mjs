import './poslab.mjs';
import {createElement} from 'react';
import {createRoot} from 'react-dom/client';
import Lesson from './lesson.mdx';

createRoot(document.getElementById('app')).render(createElement(Lesson));
