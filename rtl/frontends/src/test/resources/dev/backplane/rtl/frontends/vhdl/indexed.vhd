-- Registers with initial values, of which an element is assigned at an index that is not constant.
library ieee; use ieee.std_logic_1164.all; use ieee.numeric_std.all;
entity indexed is port (clk : in std_logic; rst, rstn : in std_logic; i, j : in unsigned(1 downto 0); k : in unsigned(2 downto 0); d, e : in std_logic; v : in std_logic_vector(3 downto 0);
 y1, y2, y3, y4, y5, y6 : out std_logic_vector(3 downto 0); y7, y8, y9 : out std_logic_vector(3 downto 0); z1, z2 : out std_logic_vector(6 downto 0); n : out std_logic_vector(3 downto 0)); end;
architecture rtl of indexed is 
 signal p1, p2, p3, p4, p5, p6 : std_logic_vector(3 downto 0) := "0110"; signal q1 : std_logic_vector(0 to 6) := "0010011"; signal q2 : std_logic_vector(6 downto 0) := "0010011";
 type t4 is array (0 to 3) of std_logic_vector(3 downto 0); type t5 is array (1 to 5) of std_logic_vector(3 downto 0);
 signal m4 : t4 := (x"1", x"2", x"4", x"9"); signal m5 : t5 := (others => x"3"); signal m6 : t4 := (others => x"0");
 type rec is record a : std_logic_vector(3 downto 0); b : std_logic; end record; type rs is array (0 to 3) of rec;
 signal r : rs := (others => (x"5", '1'));
 begin
process(clk) begin if rising_edge(clk) then p1(to_integer(i)) <= d; p1(to_integer(j)) <= e; end if; end process;
process(clk, rst) begin if rst = '1' then p2 <= "0011"; elsif rising_edge(clk) then p2(to_integer(i)) <= d; end if; end process;
process(clk, rstn) begin if rstn = '0' then p3 <= "0111"; elsif rising_edge(clk) then if e = '1' then p3(to_integer(i)) <= d; end if; end if; end process;
process(clk) begin if rising_edge(clk) then if e = '1' then p4(to_integer(i)) <= d; end if; end if; end process;
process(clk) begin if e = '1' then if rising_edge(clk) then p5(to_integer(i)) <= d; end if; end if; end process;
process begin wait until rising_edge(clk); p6(to_integer(i)) <= d; if j = 1 then p6(0) <= e; end if; end process;
process(clk) begin if rising_edge(clk) then q1(to_integer(k) mod 7) <= d; q2(to_integer(k) mod 7) <= d; end if; end process;
process(clk) begin if rising_edge(clk) then m4(to_integer(i)) <= v; if k < 5 then m5(to_integer(k) + 1) <= v; end if; m6(to_integer(i))(to_integer(j)) <= d; end if; end process;
process(clk) begin if rising_edge(clk) then r(to_integer(i)).a <= v; r(to_integer(j)).b <= d; end if; end process;
y1 <= p1; y2 <= p2; y3 <= p3; y4 <= p4; y5 <= p5; y6 <= p6; z1 <= q1; z2 <= q2;
y7 <= m4(0) xor m4(1) xor m4(2) xor m4(3); y8 <= m5(1) xor m5(2) xor m5(3) xor m5(4) xor m5(5); y9 <= m6(0) xor m6(3);
n <= r(0).a xor r(1).a xor (r(2).b & r(3).b & r(0).b & r(1).b);
end;
