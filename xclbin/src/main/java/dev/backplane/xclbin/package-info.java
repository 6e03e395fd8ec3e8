/** The xclbin container and its sections: formats, no behaviour. */
package dev.backplane.xclbin;
