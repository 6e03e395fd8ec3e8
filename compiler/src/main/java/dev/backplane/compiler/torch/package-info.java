/**
 * Networks for PyTorch: a Python module that computes the integers of the interpreter. Read {@link
 * dev.backplane.compiler.torch.TorchPass} first.
 */
package dev.backplane.compiler.torch;
