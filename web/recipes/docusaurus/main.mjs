import 'poslab/register/pe-heatmap';
import 'poslab/register/length-race';
import 'poslab-python';
import {createElement} from 'react';
import {createRoot} from 'react-dom/client';
import Lesson from './lesson.mdx';

createRoot(document.getElementById('app')).render(createElement(Lesson));
