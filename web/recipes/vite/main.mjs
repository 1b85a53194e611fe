import 'poslab/register/pe-heatmap';
import 'poslab/register/length-race';
import 'poslab/register/exercise-card';
