/**
 * Models in the ONNX format: reading, writing, and import as graphs.
 *
 * <p>{@link dev.backplane.compiler.onnx.OnnxReader} and {@link
 * dev.backplane.compiler.onnx.OnnxWriter} know the file format, {@link
 * dev.backplane.compiler.onnx.OnnxImport} what the operators mean.
 */
package dev.backplane.compiler.onnx;
