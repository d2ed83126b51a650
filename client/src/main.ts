import { mount } from 'svelte';
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './look/base.css';
import './look/themes.css';
import './look/board.css';
import './look/table.css';
import './look/watch.css';
import './look/pages.css';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
