import 'poslab/register/pe-heatmap';
import 'poslab/register/length-race';
import 'poslab-python';
