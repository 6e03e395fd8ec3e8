__kernel void vadd(__global const int *a, __global const int *b, __global int *c, int n) {
  for (int i = get_global_id(0); i < n; i += get_global_size(0)) {
    c[i] = a[i] + b[i];
  }
}
